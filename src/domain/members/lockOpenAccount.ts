import { Effect } from "effect"
import { TokenRefused } from "../access/CredentialErrors.ts"
import { MemberCaller } from "../access/MemberCaller.ts"
import { Wallets } from "../wallet/Wallets.ts"

/**
 * Locks the caller's wallet: whatever closes or merges the account, or gives it a stay, locks it first (DOMAIN 4.5, 5.1).
 * Refuses the token if the account has been closed or merged since authentication (MEM-003).
 */
export const lockOpenAccount = Effect.gen(function* () {
  const { memberId } = yield* MemberCaller
  const { isClosed } = yield* Wallets.use(({ getForUpdate }) => getForUpdate(memberId))
  if (isClosed) return yield* new TokenRefused({ reason: "claims" })
})
