import { Context, type Effect } from "effect"
import type { AccessTokenClaims, AccessTokenKind } from "./AccessTokenClaims.ts"
import type { IssuerUnavailable, TokenRefused } from "./CredentialErrors.ts"

/** Verifies the signed tokens of members, operators and assistant hosts. Does not check whether the subject exists. */
export class AccessTokens extends Context.Service<
  AccessTokens,
  {
    /**
     * The claims of a compact JWT that is signed with RS256 by the issuer of its kind, names exactly that issuer and
     * its audience, and is valid now, with 30 seconds of tolerance (MEM-003, PAR-093, INT-019 to INT-022).
     */
    readonly verify: <K extends AccessTokenKind>(
      kind: K,
      token: string
    ) => Effect.Effect<AccessTokenClaims[K], TokenRefused | IssuerUnavailable>
  }
>()("hub/domain/access/AccessTokens") {}
