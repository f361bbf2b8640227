declare module "*.css";
declare module "boards:levels" {
  export const createBoard: import("./boards/board").BoardFactory;
}
declare module "boards:timeline" {
  export const createBoard: import("./boards/board").BoardFactory;
}
