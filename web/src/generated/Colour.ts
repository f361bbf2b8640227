export type Colour = "green" | "red" | "blue" | "yellow";
