// What the first page is made of. The bundler makes a style sheet and a script of it.
import "./page";
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
