import { DateTime, Effect, Layer } from "effect"
import { demoDataset } from "../demo/demoDataset.ts"
import * as ClusterStore from "../layers/ClusterStore.ts"
import { Configuration } from "../layers/Configuration.ts"
import * as Memory from "../layers/memory/Memory.ts"
import * as Services from "../layers/Services.ts"
import { migrate } from "../sql/migrations.ts"
import { database } from "./database.ts"
import { loadDemo, reloadDemo } from "./loadDemo.ts"
import { refuseMisplaced } from "./refuseMisplaced.ts"
import { testControls } from "./server/testControls.ts"

type ServicesLayer = Layer.Layer<
  Layer.Success<typeof Services.layerSql> | ClusterStore.ClusterStore,
  Layer.Error<typeof database> | Effect.Error<typeof migrate> | Effect.Error<typeof refuseMisplaced>,
  Configuration
>

const loadDemoInMemory = Effect.flatMap(DateTime.now, (now) => Memory.Memory.use((all) => all.load(demoDataset(now))))

const overMemory = (demo: boolean): ServicesLayer =>
  testControls({ demo, reload: demo ? loadDemoInMemory : Effect.void }).pipe(
    Layer.provideMerge(Services.layerMemory),
    Layer.provideMerge(Layer.effectDiscard(demo ? loadDemoInMemory : Effect.void)),
    Layer.provideMerge(Layer.merge(Memory.layer, ClusterStore.layerMemory))
  )

const overSql = (demo: boolean, kind: "server" | "embedded"): ServicesLayer =>
  testControls({ demo, reload: demo ? reloadDemo : Effect.void }).pipe(
    Layer.provideMerge(Layer.merge(Services.layerSql, ClusterStore.layerSql(kind))),
    Layer.provideMerge(Layer.effectDiscard(Effect.all([refuseMisplaced, migrate, demo ? loadDemo : Effect.void]))),
    Layer.provideMerge(database)
  )

const layers = {
  memory: overMemory,
  embedded: (demo: boolean) => overSql(demo, "embedded"),
  postgres: (demo: boolean) => overSql(demo, "server")
}

/** Every service of the process over the configured store, migrated, and with the demo data if requested. */
export const services = (options: { readonly demo: boolean }): ServicesLayer =>
  Layer.unwrap(Effect.map(Configuration, ({ store }) => layers[store](options.demo)))
