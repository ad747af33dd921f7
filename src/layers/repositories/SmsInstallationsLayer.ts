import { Effect, Layer } from "effect"
import { SmsInstallations } from "../../domain/sms/SmsInstallations.ts"
import { RowStore } from "../../domain/dataset/RowStore.ts"
import { overRows } from "../RowStoreLayer.ts"
import { installationStore } from "./installationStore.ts"

export const { layerMemory, layerSql } = overRows(
  Layer.effect(
    SmsInstallations,
    Effect.map(RowStore, (store) => SmsInstallations.of(installationStore(store, store.of("smsInstallations"))))
  )
)
