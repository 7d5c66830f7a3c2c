# What a command leaves in a repository at the level "namespaces" makes the user's git run nothing
# later: what could is closed to it, taken away, or named in the answer. Each is tried with the real
# git. As root and as an ordinary user. Ordinary work goes on.
place=/var/tmp
. "$(dirname "$0")/../shell.sh"
command -v git > /dev/null || { echo "no git" && exit 77; }
chmod 755 "$dir"
cp "$bin/exec" "$dir"
echo '{"cmd":"true"}' | "$dir/exec" --root "$dir" --require=namespaces > /dev/null || exit 77
fail() { echo "FAILED: $user: $1"; exit 1; }

. "$(dirname "$0")/git_home.bash"
ran=$dir/writable/ran # nobody inside can make it

# fresh NAME: a repository with a commit, and evil: the settings of one whose every look runs a
# program.
fresh() {
  root=$dir/writable/$1
  template=$dir/writable/template
  [ -e "$template" ] || ($user git init -q "$template" && cd "$template" \
    && $user sh -c 'echo one > file' && git add file && git commit -qm one
    $user cp -r .git evil && $user git --git-dir evil config core.fsmonitor "touch $ran")
  $user cp -a "$template" "$root"
}
# inside: the script on stdin, in the sandbox; leaves $dir/answer.
inside() {
  script=$(sed 's/\\/\\\\/g; s/"/\\"/g; s/$/\\n/' | tr -d '\n')
  printf '{"cmd":"sh","args":["-c","%s"],"timeoutSec":60}' "$script" > "$dir/request"
  $user "$dir/exec" --root "$root" --require=namespaces < "$dir/request" > "$dir/answer" \
    2> "$dir/error" || fail "$(cat "$dir/error")"
}
# outside COMMAND: the user's git runs nothing that was left.
outside() {
  (cd "${where:-$root}" && $user sh -c "$1") > "$dir/out" 2>&1 || true
  [ ! -e "$ran" ] || fail "$root: '$1' ran what a command left: $(cat "$dir/answer")"
}
named() { grep -qF "\"$1\":[$2]" "$dir/answer" \
  || fail "$root: not named: $1 $2: $(cat "$dir/answer")"; }
silent() { grep -qE '"git(Obeys|Removed|Restored)' "$dir/answer" \
  && fail "$root: named without need: $(cat "$dir/answer")" || true; }

# What configs name, the user's too; and a limit. No account makes a difference.
check_names() {
  user=env
  fresh named
  (cd "$root" && git config include.path ../one && git config extensions.worktreeConfig true \
    && git config --worktree core.hooksPath hk && git config alias.x '!./tool.sh --x' \
    && $user mkdir scripts && $user ln -s ../../scripts/hook .git/hooks/pre-commit \
    && $user sh -c 'printf "[include]\n\tpath = two\n" > one; echo > scripts/hook')
  git config --global include.path "~/../writable/named/three"
  git config --global filter.f.clean 'sh four %f'
  inside <<< \
    'mkdir hk; for f in hk/post-commit scripts/hook tool.sh two three four five; do echo >> $f; done'
  git config --global --unset include.path
  git config --global --unset filter.f.clean
  named gitObeys '"four","hk","scripts/hook","three","tool.sh","two"'

  # What is no path in the user's config is no file either.
  fresh plain
  (cd "$root" && git config core.editor vim && git config core.autocrlf input \
    && git config pull.rebase true)
  inside <<< 'for f in main A input true vim; do echo > $f; done'
  silent

  # By a path that leads out and in again, in quotes, as the template of new repositories, and as
  # the URL of a remote.
  fresh elsewhere
  (cd "$root" && $user mkdir hooks2 'sp ace' tmpl tmpl/hooks && $user git init -q --bare srv.git \
    && git config core.hooksPath ../elsewhere/hooks2 \
    && git config include.path ../../elsewhere/shared.cfg \
    && git config alias.x "!'$root/sp ace/d.sh'" && git config init.templateDir tmpl \
    && git config remote.l.url ./srv.git)
  inside <<< \
    'for f in hooks2/pre-commit shared.cfg "sp ace/d.sh" tmpl/hooks/x srv.git/hooks/post-receive; do echo > "$f"; done'
  named gitObeys \
    '"hooks2/pre-commit","shared.cfg","sp ace/d.sh","srv.git/hooks/post-receive","tmpl/hooks/x"'

  # A link that leads out, in place of what a config or a hook names, or on the way to it.
  fresh led-out
  (cd "$root" && $user mkdir hk way && $user sh -c 'echo > fs; echo > way/inc; echo > lint' \
    && $user ln -s ../../lint .git/hooks/pre-commit \
    && git config core.hooksPath hk && git config core.editor ./fs \
    && git config include.path ../way/inc)
  inside <<< \
    'rm -r hk way fs lint; ln -s /usr/bin hk; ln -s /bin/sh fs; ln -s /none way; ln -s /bin/sh lint'
  named gitObeys '"fs","hk","lint","way"'
  inside <<< true
  silent

  # A repository whose URL lacks the suffix, or takes the place of another URL.
  fresh short
  (cd "$root" && $user git init -q --bare one.git && $user git init -q --bare two.git && git config remote.o.url ./one && git config url.two.insteadOf t:)
  inside <<< 'for name in one two; do echo > $name.git/hooks/post-receive; done'
  named gitObeys '"one.git/hooks/post-receive","two.git/hooks/post-receive"'

  fresh other-tree
  (cd "$root" && $user mkdir tree && git config core.worktree ../tree && git config core.hooksPath hk)
  inside <<< 'mkdir tree/hk; echo > tree/hk/pre-commit'
  named gitObeys '"tree/hk"'

  # Evaluated by git before 2.40.
  fresh bisection
  inside <<< 'echo "; touch x" > .git/BISECT_NAMES'
  named gitObeys '".git/BISECT_NAMES"'
  inside <<< 'echo > .git/BISECT_NAMES; echo main > .git/BISECT_START'
  silent

  # An index with directories in it hides what they hold.
  fresh sparse
  (cd "$root" && $user mkdir d e && $user sh -c 'echo > d/f; echo > e/f' && git add d e && git commit -qm two && git sparse-checkout init --cone --sparse-index && git sparse-checkout set e)
  inside <<< 'git init -q d/sub 2> /dev/null || true'
  ! grep -qa sdir "$root/.git/index" || grep -qF '"gitObeysIncomplete":true' "$dir/answer" \
    || fail "a sparse index: $(cat "$dir/answer")"

  # An entry that takes the place of one of the shared index has no name.
  fresh split
  inside <<< 'git update-index --split-index; rm file; git init -q file; git -C file commit -qm x --allow-empty; git update-index --cacheinfo 160000,$(git -C file rev-parse HEAD),file'
  grep -qF '"gitObeysIncomplete":true' "$dir/answer" || grep -qF '"file/.git"' "$dir/answer" \
    || fail "a split index: $(cat "$dir/answer")"

  fresh root-repository
  inside <<< 'rm .git/HEAD; cp -r evil/HEAD evil/config evil/objects evil/refs .'
  named gitObeys '"HEAD","config"'

  fresh many
  (cd "$root" && git config core.hooksPath aa && $user mkdir aa)
  inside <<< 'for i in $(seq 150); do echo > aa/$i; done; git init -q sub; git -C sub commit -qm x --allow-empty; git update-index --add --cacheinfo 160000,$(git -C sub rev-parse HEAD),sub'
  grep -qF '"gitObeys":["sub/.git","aa/1",' "$dir/answer" \
    && grep -qF '"gitObeysMore":51' "$dir/answer" \
    || fail "a limit: $(cat "$dir/answer")"
}

# Configs of the user, by every way on which they are reached through the workspace: dotfiles
# that are links.
check_users_configs() {
  user=env
  fresh dotfiles
  mine=$dir/mine
  mkdir "$mine" "$root/d"
  (cd "$root" && echo '[a]b=c' | tee gitconfig other d/config > /dev/null && ln -s gitconfig l && ln -s "$dir/none" out && ln -s "$root/l" "$mine/.gitconfig" && ln -s "$root/d" "$mine/.config")
  within() {
    HOME=$mine GIT_CONFIG_GLOBAL=${global:-} GIT_CONFIG_SYSTEM=${system:-} \
      XDG_CONFIG_HOME=${xdg:-} inside
  }
  within <<< true
  silent
  within <<< 'echo "[core] pager = bad" >> gitconfig'
  named gitObeys '"gitconfig"'
  within <<< 'echo x > gitconfig.new; mv gitconfig.new gitconfig'
  named gitObeys '"gitconfig"'
  within <<< 'ln -sf other l'
  named gitObeys '"gitconfig","l","other"'
  within <<< 'rm other'
  named gitObeys '"other"'
  within <<< 'mkdir d/git; echo > d/git/config; echo > d/git/attributes'
  named gitObeys '"d/git/attributes","d/git/config"'
  within <<< 'mv d e; mkdir -p d/git; cp e/git/config d/git'
  named gitObeys '"d/git/attributes","d/git/config"'
  printf '[include]\n\tpath = ~/.team\n\tpath = rel\n' > "$mine/included"
  ln -sf "$mine/included" "$mine/.gitconfig"
  ln -s "$root/team" "$mine/.team"
  ln -s "$root/rel" "$mine/rel"
  within <<< 'printf "[include]\\npath = deep/../deeper\\n" > team; echo > rel; mkdir deep; echo > deeper'
  named gitObeys '"deeper","rel","team"'
  global=$root/g system=$root/s xdg=$root/xdg within \
    <<< 'mkdir -p xdg/git; for f in g s xdg/git/config; do echo > $f; done'
  named gitObeys '"g","s","xdg/git/config"'

  # The root as the directory of hooks, by every name; homes; and what is a path in a word.
  fresh spelled
  ln -s "$root" "$dir/to-root"
  for hooks in "$root" . scripts/.. "$dir/to-root"; do
    (cd "$root" && git config core.hooksPath "$hooks" && $user mkdir -p scripts)
    inside <<< 'echo >> pre-commit'
    named gitObeys '"pre-commit"'
  done
  # Of this account: another's may be closed to it, and then to its git, too.
  account=$(id -un)
  home=$(getent passwd "$account" | cut -d: -f6)
  for hooks in "~$account/$(realpath -m --relative-to="$home" "$root/hk")" ':(optional)hk'; do
    (cd "$root" && git config core.hooksPath "$hooks" && $user mkdir -p hk)
    inside <<< 'echo >> hk/pre-commit'
    named gitObeys '"hk/pre-commit"'
  done
  (cd "$root" && git config core.hooksPath "~nobody-has-this-name/hk")
  inside <<< true
  grep -qF '"gitObeysIncompleteReason":"a config names the home of a user' "$dir/answer" \
    || fail "an unknown home: $(cat "$dir/answer")"
  (cd "$root" && git config --unset core.hooksPath && git config alias.x '!./h\ k/s.sh' && git config core.sshCommand 'ssh -Fdir/cfg' && git config remote.l.url "file://$root/srv.git" && git config filter.f.clean 'tool @dir/args' \
    && git config init.templateDir tmpl && $user mkdir 'h k' dir tmpl \
    && $user git init -q --bare srv.git)
  inside <<< 'for f in "h k/s.sh" dir/cfg dir/args srv.git/hooks/post-receive tmpl/config; do echo > "$f"; done'
  named gitObeys '"dir/args","dir/cfg","h k/s.sh","srv.git/hooks/post-receive","tmpl/config"'
}

check_everything() {
  user=$1
  hook="printf '#!/bin/sh\ntouch $ran\n' > hook; chmod +x hook"

  fresh commondir
  inside <<< 'echo ../evil > .git/commondir; chmod 555 .git'
  named gitRemoved '".git/commondir"'
  outside 'git status'

  fresh modules
  inside <<< 'mkdir -p .git/modules; mv evil .git/modules/x; mkdir s; echo "gitdir: ../.git/modules/x" > s/.git; git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),s'
  outside 'git status'

  fresh hooks
  rm -r "$root/.git/hooks" "$root/.git/info"
  inside <<< "$hook; mkdir -p .git/hooks .git/info; cp hook .git/hooks/pre-commit; echo '* filter=x' > .git/info/attributes; true"
  outside 'git commit -qm two --allow-empty && git status'
  [ ! -e "$root/.git/info/attributes" ] || fail "info was written"
  silent

  fresh remotes
  inside <<< "$hook; git init -q --bare s; cp hook s/hooks/pre-receive; mkdir -p .git/remotes .git/branches; printf 'URL: ./s\nPush: main\n' > .git/remotes/origin; echo ./s > .git/branches/origin; true"
  outside 'git push; git push origin HEAD'

  fresh extension
  (cd "$root" && $user git config extensions.worktreeConfig true)
  inside <<< 'cp evil/config .git/config.worktree; true'
  outside 'git status'
  silent
  fresh no-extension
  inside <<< 'cp evil/config .git/config.worktree; true'
  named gitRemoved '".git/config.worktree"'
  outside 'git config extensions.worktreeConfig true; git status'

  fresh linked-hooks
  $user mv "$root/.git/hooks" "$root/shared"
  $user ln -s ../shared "$root/.git/hooks"
  inside <<< "$hook; cp hook shared/pre-commit; rm .git/hooks && mkdir .git/hooks; cp hook .git/hooks/pre-commit; true"
  outside 'git commit -qm two --allow-empty'

  fresh linked
  $user mv "$root/.git" "$root/real"
  $user ln -s real "$root/.git"
  inside <<< 'cp evil/config real/config; rm .git && mkdir .git && cp -r evil/* .git; true'
  outside 'git status'

  fresh chain
  $user mkdir "$root/a" "$root/b"
  $user mv "$root/.git" "$root/b/store"
  $user ln -s ../b/store "$root/a/m"
  $user ln -s a/m "$root/.git"
  inside <<< 'rm -f a/m; cp -r evil a/m; mv a away; mkdir a; cp -r evil a/m; true'
  outside 'git status'

  fresh tree
  where=$dir/writable/outer-tree
  (cd "$root" && $user git worktree add -q "$where")
  $user mkdir -p "$root/.git/worktrees/outer-tree/modules/m"
  $user cp "$root/.git/HEAD" "$root/.git/config" "$root/.git/worktrees/outer-tree/modules/m"
  inside <<< 'echo >> .git/worktrees/outer-tree/modules/m/config'
  named gitObeys '".git/worktrees/outer-tree/modules/m/config"'
  inside <<< 'for d in .git/worktrees/*; do mv $d aside && mv aside $d; echo ../../../evil > $d/commondir; done; true'
  outside 'git status'
  where=

  fresh bare
  $user mv "$root/.git" "$root/bare.git"
  (cd "$root" && git --git-dir bare.git config core.bare true && $user git --git-dir bare.git worktree add -q w && $user mv w/.git .git && $user rm -r w)
  inside <<< "$hook; cp evil/config bare.git/config; cp hook bare.git/hooks/post-checkout; cp hook bare.git/hooks/pre-commit; echo 'gitdir: evil' > .git; true"
  outside 'git status; git commit -qm two --allow-empty'

  fresh submodule-command
  inside <<< "git init -q --bare s; printf '[submodule \"s\"]\n\tpath = s\n\turl = ./s\n\tupdate = !touch $ran\n' > .gitmodules; git update-index --add --cacheinfo 160000,\$(git rev-parse HEAD),s"
  outside 'git status; git submodule update --init'

  # Named, since a command may do it in good faith.
  fresh gitlink
  inside <<< "git init -q s && git -C s commit -qm x --allow-empty && git -C s config core.fsmonitor 'touch $ran' && git add s"
  named gitObeys '"s/.git"'
  inside <<< true
  silent
  inside <<< 'git -C s config core.fsmonitor false; git -C s config include.path ../../included'
  named gitObeys '"s/.git/config"'
  inside <<< 'echo > included'
  named gitObeys '"included"'
  inside <<< 'git -C s commit -qm y --allow-empty; git add s'
  silent

  # What is read as data is a file: git waits for a pipe.
  fresh pipes
  inside <<< 'mkfifo .git/refs/heads/pipe'
  named gitRestored '".git/refs/heads/pipe"'
  [ ! -e "$root/.git/refs/heads/pipe" ] || fail 'a pipe stays'

  # What git reads and writes through links, and state that no command of git has left.
  fresh links
  echo secret > "$dir/home/secret"
  inside <<< "cd .git && mv COMMIT_EDITMSG logs/HEAD .. && ln -s $dir/home/secret COMMIT_EDITMSG && ln -s $dir/home/secret logs/HEAD && ln -s ../file refs/heads/x && mkdir xx rebase-apply sequencer && ln -s xx rebase-merge
    id=1111111111111111111111111111111111111111; mkdir -p rr-cache/\$id
    echo x > rr-cache/\$id/preimage
    printf '%s\t%s\0' \$id $dir/home/secret > MERGE_RR"
  named gitRemoved '".git/COMMIT_EDITMSG",".git/MERGE_RR",".git/rebase-merge",".git/rr-cache"'
  named gitRestored '".git/refs/heads/x",".git/logs/HEAD"'
  named gitObeys '".git/rebase-apply",".git/sequencer",".git/xx"'
  outside 'echo two > file; git commit -qam two'
  [ "$(cat "$dir/home/secret")" = secret ] || fail "git wrote outside"
  [ ! -e "$root/.git/rr-cache" ] || fail "git recorded a file outside"
  inside <<< 'mkdir .git/x && mv .git/logs .git/rebase-apply .git/x && ln -s x/logs .git/logs; echo >> .git/sequencer/opts; chmod 311 .git/refs'
  named gitRestored '".git/logs/HEAD",".git/logs/refs/heads/main"'
  named gitObeys '".git/sequencer/opts",".git/x"'
  inside <<< 'chmod 755 .git/refs; rm -r .git/x .git/xx .git/sequencer; true'
  $user mkdir "$root/.git/rr-cache"
  inside <<< "printf 'x\tfile\0' > .git/MERGE_RR"
  named gitObeys '".git/MERGE_RR"'
  inside <<< "rm file; ln -s $dir/home/secret file"
  named gitRemoved '".git/MERGE_RR"'

  fresh husky
  mkdir "$root/.husky"
  (cd "$root" && $user git config core.hooksPath .husky && $user git config include.path ../team.config)
  [ "$user" = env ] || chown 4001 "$root/.husky"
  inside <<< "$hook; mv hook .husky/pre-commit; git config -f team.config core.fsmonitor 'touch $ran'"
  named gitObeys '".husky/pre-commit","team.config"'

  root=$dir/writable/none
  $user mkdir "$root"
  inside <<< 'git init -q'
  named gitObeys '".git"'

  # Work, over several calls.
  fresh work
  $user rm -r "$root/evil"
  inside <<< 'git checkout -qb side && echo two > file && git commit -qam two && git checkout -q main && echo three > file && git commit -qam three && git rebase side'
  named gitObeys '".git/rebase-merge"'
  inside <<< 'echo both > file; git add file; git rebase --continue && git log --format=%s'
  grep -qF 'three\ntwo\none\n' "$dir/answer" || fail "a rebase: $(cat "$dir/answer")"
  silent
  inside <<< 'git worktree add -q tree && echo x > tree/x && git -C tree add x && git -C tree commit -qm x && git merge -q tree && git gc -q && git fsck && echo stashed > file && git stash -q && git stash pop -q && git commit -qam four && git tag -m v v1 \
    && git checkout -qb picks HEAD~1 && git cherry-pick v1 && git bisect start \
    && git bisect reset && git checkout -q main && git notes add -m n && echo good'
  grep -qF 'good\n"' "$dir/answer" || fail "work: $(cat "$dir/answer")"
  silent
  inside <<< 'git worktree remove tree && git branch -d tree && git status --short && echo good'
  grep -qF 'good\n"' "$dir/answer" || fail "a working tree is removed: $(cat "$dir/answer")"
  silent
  [ "$(cd "$root" && $user git status --short --ignored)" = '' ] || fail "git sees what was left: $(cd "$root" && git status --short --ignored)"
}

mkdir "$dir/writable"
check_names
check_users_configs
check_everything env
if [ "$(id -u)" = 0 ]; then
  rm -rf "$dir/writable"
  mkdir "$dir/writable"
  chown 4001:4001 "$dir/writable" "$dir/home"
  as="setpriv --reuid=4001 --regid=4001 --clear-groups"
  git() { $as git "$@"; }
  check_everything "$as"
fi
