#include "gaps.hpp"

std::vector<std::string> gaps_of(const Circumstances& circumstances)
{
    constexpr int abi_with_signals = 6;
    const Policy policy = circumstances.permissions.policy;
    const bool is_confined = policy != Policy::unrestricted;
    const bool has_signals = is_confined && circumstances.abi >= abi_with_signals;
    const bool writes = policy == Policy::workspace_write;
    std::vector<std::string> gaps;
    const auto name = [&](bool applies, const char* gap) {
        if (applies)
            gaps.emplace_back(gap);
    };
    name(!is_confined, "no-confinement");
    name(!is_confined, "keeper-can-be-killed");
    name(is_confined, "file-names-visible");
    name(is_confined, "processes-visible");
    name(is_confined, "resources-unlimited");
    name(writes, "protected-paths-writable");
    name(writes, "metadata-outside-writable");
    name(writes, "hard-links-lead-outside");
    name(is_confined && circumstances.holds_secrets, "secrets-in-workspace-readable");
    name(is_confined && circumstances.permissions.unix_sockets, "unix-sockets-reachable");
    name(is_confined && !has_signals, "signals-outside");
    name(!has_signals && !circumstances.sees_children, "orphans-may-survive");
    return gaps;
}
