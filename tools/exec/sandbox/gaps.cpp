#include "gaps.hpp"

namespace exec::sandbox {

std::vector<std::string> gaps_of(const Circumstances& circumstances)
{
    constexpr int abi_with_signals = 6;
    const Permissions& permissions = circumstances.permissions;
    const bool is_confined = circumstances.level != Level::none;
    const bool is_apart = circumstances.level == Level::namespaces;
    const bool has_signals = is_apart || (is_confined && circumstances.abi >= abi_with_signals);
    const bool writes_workspace
        = permissions.policy == Policy::workspace_write || circumstances.writes_in_workspace;
    const bool writes = writes_workspace || !permissions.written.empty();
    std::vector<std::string> gaps;
    const auto name = [&](bool applies, const char* gap) {
        if (applies)
            gaps.emplace_back(gap);
    };
    name(!is_confined, "no-confinement");
    name(!is_confined, "keeper-can-be-killed");
    name(is_confined && circumstances.names_secrets, "file-names-visible");
    name(is_confined && !is_apart, "processes-visible");
    name(is_confined && !is_apart, "devices-readable");
    name(is_confined, "resources-unlimited");
    name(writes_workspace && is_apart, "protected-paths-partly-writable");
    name(is_apart && circumstances.writes_objects, "git-objects-writable");
    name(is_apart && circumstances.writes_names, "git-refs-writable");
    name(is_apart && circumstances.shares_objects, "git-objects-have-other-names");
    name(is_apart && circumstances.closes_objects, "git-objects-read-only");
    name(writes_workspace && !is_apart, "protected-paths-writable");
    name(is_confined && writes && !is_apart, "metadata-outside-writable");
    name(is_confined && writes, "hard-links-lead-outside");
    name(is_confined && circumstances.opens_secrets, "secrets-in-workspace-readable");
    name(is_confined && permissions.unix_sockets, "unix-sockets-reachable");
    name(is_confined && !has_signals, "signals-outside");
    name(!has_signals && !circumstances.sees_children, "orphans-may-survive");
    return gaps;
}

}
