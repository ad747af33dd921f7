import { Context, type Effect } from "effect"
import type { AccessTokenClaims, AccessTokenKind } from "./AccessToken.ts"
import type { IssuerUnavailable, TokenRefused } from "./CredentialErrors.ts"

/** Decides about signed tokens of members and operators. Whether the subject exists is asked elsewhere. */
export class AccessTokens extends Context.Service<
  AccessTokens,
  {
    /**
     * The claims of a compact JWT that is signed with RS256 by the issuer of its kind, names that issuer and its
     * audience exactly, and is in force, give or take 30 seconds (MEM-003, PAR-093, INT-019 to INT-022).
     */
    readonly verify: <K extends AccessTokenKind>(
      kind: K,
      token: string
    ) => Effect.Effect<AccessTokenClaims[K], TokenRefused | IssuerUnavailable>
  }
>()("hub/domain/access/AccessTokens") {}
