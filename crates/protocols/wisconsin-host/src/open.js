// Hands the login of this page over to the web client of the same server, and goes there.
const { token, path } = document.querySelector("main").dataset;
localStorage.setItem("rookery.token", token);
location.replace(path);
