import { HttpApiBuilder } from "effect/http-api"
import { getBalance } from "../../domain/wallet/getBalance.ts"
import { getWallet } from "../../domain/wallet/getWallet.ts"
import { listActivity } from "../../domain/wallet/listActivity.ts"
import { listTransactions } from "../../domain/wallet/listTransactions.ts"
import { MemberApi } from "./MemberApi.ts"

export const WalletHandlers = HttpApiBuilder.group(MemberApi, "wallet", (handlers) =>
  handlers.handleAll({
    getWallet: ({ query }) => getWallet(query),
    getBalance: () => getBalance(),
    listTransactions: ({ query }) => listTransactions(query),
    listActivity: ({ query }) => listActivity(query)
  })
)
