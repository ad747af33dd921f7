import { getBalance } from "../../domain/wallet/getBalance.ts"
import { getWallet } from "../../domain/wallet/getWallet.ts"
import { listActivity } from "../../domain/wallet/listActivity.ts"
import { listTransactions } from "../../domain/wallet/listTransactions.ts"
import { handlersOf } from "../surface/handlers.ts"
import { MemberApi } from "./MemberApi.ts"

export const WalletHandlers = handlersOf(
  MemberApi,
  "wallet"
)({
  getWallet: ({ query }) => getWallet(query),
  getBalance: () => getBalance(),
  listTransactions: ({ query }) => listTransactions(query),
  listActivity: ({ query }) => listActivity(query)
})
