#pragma once

#include <sys/types.h>

namespace exec::process {

// Undoes what this process has from whoever started it, so that nothing here depends on it: every
// signal has its default action and none is blocked, but SIGHUP and SIGINT stay ignored if they
// were (nohup, a shell's '&'), and so do SIGPIPE and SIGXFSZ, whose errors are handled; files are
// made with the modes that are asked for. Returns the umask of before.
mode_t forget_inherited();

}
