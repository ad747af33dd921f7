import type { FieldIssue } from "../../domain/shared/Failure.ts"
import type { RequestPart } from "../surface/requestIssues.ts"
import { BodyInvalid, IdempotencyKeyInvalid, ParameterInvalid } from "./HubRequestInvalid.ts"

export const hubInvalid = (part: RequestPart, issues: ReadonlyArray<FieldIssue>) =>
  part === "body"
    ? new BodyInvalid({ issues })
    : part === "header"
      ? new IdempotencyKeyInvalid({ issues })
      : new ParameterInvalid({ issues })
