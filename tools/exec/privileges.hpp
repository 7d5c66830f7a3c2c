#pragma once

// Steps of a process that gives up what it may do, for good, and for all that it starts. Each throws
// SANDBOX_UNAVAILABLE where it can't be done.

// No program that is executed gains rights from its file.
void keep_privileges_as_they_are();

// A crash leaves no core, neither in a file nor with the program that the kernel's core_pattern names.
void leave_no_core_files();

// Holds no capability, and as root neither gets one by executing a program. Ends PR_SET_PDEATHSIG for nobody.
void drop_capabilities();

// May this process make namespaces without one for users?
bool may_administer();
