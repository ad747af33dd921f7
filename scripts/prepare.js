// npm runs this at the end of an installation, on whatever Node there is. One that cannot run the service leaves the
// work to the first start.
if (Number(process.versions.node.split(".")[0]) >= 22) import("./prepareEmbedded.ts")
