import { render } from "preact";
import { startClient } from "./client";
import { App } from "./pages/app";
import "./style/base.css";
import "./style/frame.css";
import "./style/dialog.css";
import "./style/lobby.css";
import "./style/armies.css";
import "./style/import.css";
import "./style/account.css";
import "./style/game.css";
import "./style/side.css";
import "./style/panels.css";
import "./style/small.css";
import "./style/board.css";

startClient();
const host = document.getElementById("app");
if (host !== null) render(<App />, host);
