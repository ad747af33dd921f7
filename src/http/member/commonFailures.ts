import { NotFound } from "../../domain/shared/NotFound.ts"
import { BodyMalformed, BodyTooLarge, ContentTypeUnsupported, RequestInvalid } from "../surface/transportFailures.ts"
import { memberFailure } from "./memberFailure.ts"

/** The failure of every route that takes input. */
export const requestInvalid = memberFailure(RequestInvalid)

/** The failure of routes that name a row. */
export const notFound = memberFailure(NotFound)

/** Failures of every route with a body. */
export const bodyFailures = [
  requestInvalid,
  memberFailure(BodyMalformed),
  memberFailure(BodyTooLarge),
  memberFailure(ContentTypeUnsupported)
] as const
