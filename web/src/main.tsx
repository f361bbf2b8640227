import { render } from "preact";
import { startClient } from "./client";
import { App } from "./pages/app";
import "./style/base.css";
import "./style/lobby.css";
import "./style/game.css";
import "./style/board.css";

startClient();
const host = document.getElementById("app");
if (host !== null) render(<App />, host);
