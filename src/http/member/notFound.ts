import { NotFound } from "../../domain/shared/NotFound.ts"
import { memberFailure } from "./memberFailure.ts"

/** The failure for a missing record that the request refers to. */
export const notFound = memberFailure(NotFound)
