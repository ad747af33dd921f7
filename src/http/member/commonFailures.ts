import { NotFound } from "../../domain/shared/NotFound.ts"
import { memberFailure } from "./memberFailure.ts"

/** The failure of routes that name a row. */
export const notFound = memberFailure(NotFound)
