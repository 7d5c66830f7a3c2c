#pragma once

#include <string>
#include <vector>

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
    std::vector<std::string> hidden = {}; // --hide, beside the places of keys that are known
    std::vector<std::string> shown = {}; // --show: though it, or what holds it, is hidden
};

// How the kernel enforces it.
enum class Level { none, landlock, namespaces };

// The least that the operator accepts: --require.
enum class Required { landlock, namespaces };
