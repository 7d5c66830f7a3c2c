#pragma once

// What the operator lets commands do; the words of --policy and --network.

enum class Policy {
    read_only, // change nothing but a temporary directory
    workspace_write, // change the workspace too
    unrestricted, // whatever the user may do; only the time, the output and the tree of processes are kept
};

enum class Network { off, on };

struct Permissions {
    Policy policy = Policy::workspace_write;
    Network network = Network::off;
    bool unix_sockets = false;
};
