import { decodeFile } from "../imports/decodeFile.ts"
import { Bootstrap } from "./Bootstrap.ts"
import { unresolvedReferences } from "./unresolvedReferences.ts"

/** Validates the content of a file; fails with all problems, in schema order. */
export const readBootstrap = decodeFile(Bootstrap, unresolvedReferences)
