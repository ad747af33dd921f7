import { addPoolCodes } from "../../domain/codePools/addPoolCodes.ts"
import { archiveCodePool } from "../../domain/codePools/archiveCodePool.ts"
import { changeCodePool } from "../../domain/codePools/changeCodePool.ts"
import { createCodePool } from "../../domain/codePools/createCodePool.ts"
import { listPoolCodes } from "../../domain/codePools/listPoolCodes.ts"
import { getCodePool, listCodePools } from "../../domain/codePools/readCodePools.ts"
import { retryWithHoldersExpired, voidPoolCode } from "../../domain/codePools/voidPoolCode.ts"
import { handlersOf } from "../surface/handlers.ts"
import { PartnerApi } from "./PartnerApi.ts"

export const CodePoolsHandlers = handlersOf(
  PartnerApi,
  "codePools"
)({
  listCodePools: ({ query }) => listCodePools(query),
  createCodePool: ({ payload }) => createCodePool(payload),
  getCodePool: ({ params }) => getCodePool(params.poolId),
  changeCodePool: ({ params, payload }) => changeCodePool(params.poolId, payload),
  archiveCodePool: ({ params }) => archiveCodePool(params.poolId),
  listPoolCodes: ({ params, query }) => listPoolCodes(params.poolId, query),
  addPoolCodes: ({ params, payload }) => addPoolCodes(params.poolId, payload.codes),
  voidPoolCode: {
    staged: ({ params: { codeId, poolId } }, once) =>
      retryWithHoldersExpired((areExpired) => once(voidPoolCode(poolId, codeId, areExpired)))
  }
})
