// The page's own way to ask a module, for Node.
import { readFileSync } from "node:fs";
import { transformSync } from "../../../web/node_modules/esbuild/lib/main.js";

const glue = readFileSync(new URL("../../../web/src/rules/module.ts", import.meta.url), "utf8");
const { code } = transformSync(glue, { loader: "ts", format: "esm" });
export const { startModule } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
