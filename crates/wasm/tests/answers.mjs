// Answers every line of standard input by a module.
import { readFileSync } from "node:fs";
import { startModule } from "./glue.mjs";

const answers = await startModule(readFileSync(process.argv[2]));
const questions = readFileSync(0, "utf8").split("\n");
process.stdout.write(questions.map((question) => `${answers(question)}\n`).join(""));
