// Marks the second build: its files are CommonJS in a package of ES modules.
import { writeFileSync } from "node:fs";

writeFileSync("dist/cjs/package.json", '{"type": "commonjs"}\n');
