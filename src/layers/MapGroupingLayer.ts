import { Layer } from "effect"
import Supercluster from "supercluster"
import { MapGrouping } from "../domain/properties/MapGrouping.ts"

interface Place {
  readonly index: number
}

interface Members {
  readonly indices: Array<number>
}

/** Clusters points with `supercluster`, on the Web Mercator plane. */
export const layer = Layer.succeed(
  MapGrouping,
  MapGrouping.of({
    group: (places, { radius, zoom }) => {
      const clusters = new Supercluster<Place, Members>({
        minZoom: zoom,
        maxZoom: zoom,
        radius,
        map: ({ index }) => ({ indices: [index] }),
        reduce: (into, { indices }) => {
          for (const index of indices) into.indices.push(index)
        }
      })
      clusters.load(
        places.map((coordinates, index) => ({
          type: "Feature",
          properties: { index },
          geometry: { type: "Point", coordinates }
        }))
      )
      return clusters
        .getClusters([-180, -90, 180, 90], zoom)
        .map(({ properties }) => ("indices" in properties ? properties.indices : [properties.index]))
    }
  })
)
