// npm runs this after an installation, with any version of Node. With one that cannot run the service, the work is
// left to the first start.
if (Number(process.versions.node.split(".")[0]) >= 22) import("./prepareEmbedded.ts")
