#pragma once

#include "toolkit/workspace.hpp"

// Makes .agentcli (mode 0700) where it is missing, if the workspace can be written: there before a command runs, it is
// protected from it like one that always was, and what the tools and the runner find in it later is not a command's. Throws
// NOT_A_DIRECTORY where something else has the name, a link too: a command could exchange it for a directory of its own.
void make_own_folder(const Workspace& workspace);
