declare module "*.css";
declare module "boards:levels" {
  export const createBoard: import("./boards/board").BoardFactory;
}
declare module "boards:timeline" {
  export const createBoard: import("./boards/board").BoardFactory;
}
/** The ids of the games that name openings; the build finds them. */
declare module "openings:ids" {
  const ids: readonly string[];
  export default ids;
}
