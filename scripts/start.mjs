// `npm start`: installs and builds where needed, then serves.
import { spawn } from 'node:child_process'
import nodeModule from 'node:module'
import path from 'node:path'
import process from 'node:process'
import { compiledCode, failWith, nodeForTypeScript, prepareBuild, prepareInstall, root } from './prepare.mjs'

const signals = ['SIGINT', 'SIGTERM']

try {
  await prepareInstall()
  await prepareBuild()
  const node = nodeForTypeScript()
  if (node === process.execPath) await serve()
  else serveWith(node)
} catch (error) {
  failWith(error)
}

async function serve() {
  if (process.channel) endWithParent()
  // The server handles the first signal. npm and a terminal send it a second time, which must not abort the shutdown.
  for (const signal of signals) process.on(signal, () => {})
  keepCompiledCode()
  await import(path.join(root, 'src/server/entry/main.ts'))
  nodeModule.flushCompileCache?.()
}

// Workers get the setting from the environment.
function keepCompiledCode() {
  process.env.NODE_COMPILE_CACHE ??= compiledCode
  nodeModule.enableCompileCache?.(process.env.NODE_COMPILE_CACHE)
}

/** Runs the server in a child process on a newer Node.js, and exits with its code. */
function serveWith(node) {
  const child = spawn(node, [...process.execArgv, import.meta.filename], {
    cwd: process.cwd(),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  child.once('error', failWith)
  child.once('exit', (code, signal) => process.exit(signal === null ? code : 128))
}

function endWithParent() {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
