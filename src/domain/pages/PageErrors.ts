import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/** The page has no draft to change, publish or discard; only `edit` opens one (PAR-081, A-27). */
export class DraftRequired extends Schema.TaggedError<DraftRequired>()("DraftRequired", {}) {
  static readonly failure: Failure = { kind: "conflict", code: "draft_required", title: "The page has no draft" }
  override get message() {
    return "The page has no draft: open one first"
  }
}

/** The page has no draft to show (PAR-075). */
export class DraftNotFound extends Schema.TaggedError<DraftNotFound>()("DraftNotFound", {}) {
  static readonly failure: Failure = { kind: "missing", code: "draft_not_found", title: "The page has no draft" }
  override get message() {
    return "The page has no draft"
  }
}

/** A page can use verified domains only (PAR-082). */
export class CustomDomainNotVerified extends Schema.TaggedError<CustomDomainNotVerified>()("CustomDomainNotVerified", {
  currentStatus: Schema.String
}) {
  static readonly failure: Failure = {
    kind: "conflict",
    code: "custom_domain_not_verified",
    title: "The custom domain is not verified"
  }
  override get message() {
    return `The custom domain is ${this.currentStatus}`
  }
}

/** Another page uses the domain (PAR-082). */
export class CustomDomainInUse extends Schema.TaggedError<CustomDomainInUse>()("CustomDomainInUse", {}) {
  static readonly failure: Failure = {
    kind: "conflict",
    code: "custom_domain_in_use",
    title: "The custom domain is in use"
  }
  override get message() {
    return "Another page uses the custom domain"
  }
}
