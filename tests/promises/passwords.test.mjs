// A password for a shared library lies in the key store of the platform, here that of GNOME in a session of this test's own, and in
// no file of Pincite.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { startServer } from '../server/start.mjs';
import { pincite } from './library.mjs';

const PASSWORD = 's3cret at the firm';

/** What commands of the shell say, which run in a session with an unlocked key store. `$1` is the program, `$2` the address. */
function session(home, address, script) {
  const unlock = 'printf unlocked | gnome-keyring-daemon --unlock --components=secrets >/dev/null';
  const words = ['--', 'sh', '-c', `${unlock}; ${script}`, 'sh', pincite, address];
  const env = { ...process.env, HOME: home, XDG_DATA_HOME: join(home, 'data'), PINCITE_HOME: join(home, 'pincite') };
  return spawnSync('dbus-run-session', words, { env, encoding: 'utf8' });
}

test('a password is kept in the key store and nowhere else', async () => {
  const server = await startServer();
  const home = mkdtempSync(join(tmpdir(), 'pincite-passwords-'));
  try {
    server.sql('CREATE ROLE by_password');
    server.sql(`CREATE ROLE cat LOGIN PASSWORD '${PASSWORD}' IN ROLE by_password`);
    server.sql('GRANT CREATE ON DATABASE postgres TO cat');
    server.sql('CREATE EXTENSION vector');
    const address = server.library('cat');
    const refused = session(home, address, '"$1" library use "$2"');
    assert.match(refused.stderr, /does not let you in/);
    const wrong = session(home, address, 'echo wrong | "$1" library use "$2" --password');
    assert.match(wrong.stderr, /does not let you in/);
    const kept = session(home, address, `echo '${PASSWORD}' | "$1" library use "$2" --password && "$1" collections`);
    assert.equal(kept.status, 0, kept.stderr);
    assert.equal(session(home, address, '"$1" collections').status, 0, 'a later session has it, too');
    const own = join(home, 'pincite');
    const files = readdirSync(own, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    assert.ok(files.length > 1, 'a note and a log');
    for (const { parentPath, name } of files)
      assert.ok(!readFileSync(join(parentPath, name)).includes(PASSWORD), `${name} has the password`);
    const without = spawnSync(pincite, ['collections', '--home', own], { encoding: 'utf8', env: { PATH: '/usr/bin' } });
    assert.match(without.stderr, /does not let you in/, 'without a session there is no key store');
  } finally {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
});
