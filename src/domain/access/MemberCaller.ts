import { Context, Effect, Option, Schema } from "effect"
import { MemberId } from "../members/Member.ts"
import { MemberAccounts } from "../members/MemberAccounts.ts"
import type { Failure } from "../shared/Failure.ts"
import { AccessTokens } from "./AccessTokens.ts"
import { bearerToken } from "./bearerToken.ts"
import { TokenRefused } from "./CredentialErrors.ts"

/** A member, authenticated by a token of the identity provider. */
export const MemberCallerShape = Schema.Struct({
  /** Internal row id: not exposed on this surface (MEM-112). */
  memberId: MemberId,
  xid: Schema.String,
  /** True only if the token says so (MEM-113). */
  emailVerified: Schema.Boolean
})
export type MemberCallerShape = typeof MemberCallerShape.Type

/** The authenticated member of this request: the only meaning of `me` (MEM-002). */
export class MemberCaller extends Context.Service<MemberCaller, MemberCallerShape>()(
  "hub/domain/access/MemberCaller"
) {}

export class MemberTokenMissing extends Schema.TaggedError<MemberTokenMissing>()("MemberTokenMissing", {}) {
  static readonly failure: Failure = {
    kind: "unauthenticated",
    code: "missing_access_token",
    title: "An access token is required"
  }
  override get message() {
    return "Send a member access token as a bearer token"
  }
}

/** The verified claims of a member's token. */
export interface MemberToken {
  readonly subject: string
  readonly emailVerified: boolean
}

/** Verifies the identity provider's token in the `Authorization` header and returns its claims (MEM-001). */
export const verifyMemberToken = Effect.fnUntraced(function* (authorization: string | undefined) {
  if (authorization === undefined) return yield* new MemberTokenMissing()
  const token = bearerToken(authorization)
  if (token === undefined) return yield* new TokenRefused({ reason: "malformed" })
  const tokens = yield* AccessTokens
  const { emailVerified, subject } = yield* tokens.verify("member", token)
  return { subject, emailVerified } satisfies MemberToken
})

/**
 * The member that a token identifies. Suspended members pass; an unknown subject and a closed account are refused like
 * a token with invalid claims (MEM-003).
 */
export const findMember = Effect.fnUntraced(function* ({ emailVerified, subject }: MemberToken) {
  const accounts = yield* MemberAccounts
  const account = yield* accounts.findByIdentity(subject)
  if (Option.isNone(account) || account.value.status === "closed") return yield* new TokenRefused({ reason: "claims" })
  const { id, xid } = account.value
  return { memberId: id, xid, emailVerified } satisfies MemberCallerShape
})

/** The caller, from the `Authorization` header. */
export const authenticateMember = (authorization: string | undefined) =>
  Effect.flatMap(verifyMemberToken(authorization), findMember)
