// Times the second slice of an analysis in a module: prints states a second.
import { readFileSync } from "node:fs";
import { startModule } from "../tests/glue.mjs";

const [, , module, question] = process.argv;
const answers = await startModule(readFileSync(module));
const before = JSON.parse(answers(question)).states;
const begun = performance.now();
const after = JSON.parse(answers(question)).states;
console.log(((after - before) * 1000) / (performance.now() - begun));
