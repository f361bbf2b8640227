export { createBoard } from "../flat";
