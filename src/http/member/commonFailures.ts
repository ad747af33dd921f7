import { NotFound } from "../../domain/shared/NotFound.ts"
import { memberFailure } from "./memberFailure.ts"

/** The failure of endpoints whose request refers to a row that may be missing. */
export const notFound = memberFailure(NotFound)
