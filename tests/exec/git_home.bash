# For tests of exec with git: a home whose configuration is the only one.
mkdir "$dir/home"
export HOME=$dir/home GIT_CONFIG_NOSYSTEM=1
git config --global user.name A
git config --global user.email a@b.c
git config --global init.defaultBranch main
git config --global safe.directory '*'
git config --global advice.detachedHead false
