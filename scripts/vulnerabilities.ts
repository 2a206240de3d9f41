import { execFile } from 'node:child_process'
import { verdict } from './supply/verdict.ts'

/*
 * `npm run vulnerabilities`: asks npm's registry which known vulnerabilities the shipped packages have. Exit code 1 when it names
 * one that is high or critical. A registry that does not answer is said to have not answered, and fails nothing: a clean run
 * without it says nothing about the packages.
 */
const said = await new Promise<string>((resolve) => {
  execFile(
    'npm',
    ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000'],
    // npm ends with 1 for findings and for a silent registry alike: what it says decides.
    { cwd: `${import.meta.dirname}/..`, maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' },
    (_error, stdout) => resolve(stdout),
  )
})
const { says, isBad } = verdict(said)
console.log(says)
process.exitCode = isBad ? 1 : 0
