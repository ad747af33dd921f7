import { decodeFile } from "../imports/decodeFile.ts"
import { Bootstrap } from "./Bootstrap.ts"
import { unresolvedReferences } from "./unresolvedReferences.ts"

/** Checks the content of a file; fails with every problem in it, in the order of the file's schema. */
export const readBootstrap = decodeFile(Bootstrap, unresolvedReferences)
