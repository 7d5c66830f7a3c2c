#pragma once

#include "request.hpp"

#include "toolkit/tool/tool.hpp"

constexpr auto choices(Policy)
{
    return std::array {Choice<Policy> {Policy::read_only, "read-only"},
        Choice<Policy> {Policy::workspace_write, "workspace-write"},
        Choice<Policy> {Policy::unrestricted, "unrestricted"}};
}

constexpr auto choices(Network)
{
    return std::array {Choice<Network> {Network::off, "off"}, Choice<Network> {Network::on, "on"}};
}

constexpr auto choices(RunAs)
{
    return std::array {Choice<RunAs> {RunAs::self, "self"}, Choice<RunAs> {RunAs::owner, "owner"}};
}

constexpr auto choices(Required)
{
    return std::array {Choice<Required> {Required::landlock, "landlock"},
        Choice<Required> {Required::namespaces, "namespaces"}};
}

// Locks this process in as the operator's flags have it.
void prepare(Request& request, const Workspace& workspace);

// What commands can do with these flags, as `effects` of the contract has it.
Answer effects_of_flags(const Request& flags);

// Runs the command of the request; what came of it, as the contract has it.
Answer execute(const Request& request, const Workspace& workspace);
