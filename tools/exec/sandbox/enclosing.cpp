#include "enclosing.hpp"

#include "tools/exec/view/protection.hpp"

#include "toolkit/system/error.hpp"

namespace exec::sandbox {

using namespace toolkit;

namespace {

constexpr const char* no_sandbox
    = "the operator can run commands without a sandbox by --policy=unrestricted";

std::shared_ptr<view::TemporaryDirectory> temporary_directory(
    const std::string& given, const Workspace& workspace)
{
    return given.empty() ? std::make_shared<view::TemporaryDirectory>()
                         : std::make_shared<view::TemporaryDirectory>(given, workspace);
}

// Nothing that can't be taken back is done to this process before the namespaces are known to work.
Enclosed with_namespaces(
    const Permissions& permissions, const Workspace& workspace, const std::string& temporary)
{
    auto enclosure = std::make_shared<Enclosure>(
        permissions, workspace, temporary_directory(temporary, workspace), Level::namespaces);
    if (enclosure->changes_workspace())
        view::make_protectable(workspace);
    view::make_protectable(enclosure->repositories());
    auto init = std::make_shared<process::Init>(*enclosure);
    enclosure->fill_rulesets();
    init->await();
    enclosure->enter_tool();
    return {std::move(enclosure), std::move(init)};
}

Enclosed with_landlock(
    const Permissions& permissions, const Workspace& workspace, const std::string& temporary)
{
    const auto directory = temporary_directory(temporary, workspace);
    if (temporary.empty())
        directory->make(permissions.account);
    auto enclosure
        = std::make_shared<Enclosure>(permissions, workspace, directory, Level::landlock);
    enclosure->fill_rulesets();
    enclosure->enter_tool();
    return {std::move(enclosure), {}};
}

Enclosed without_rings(
    const Permissions& permissions, const Workspace& workspace, const std::string& temporary)
{
    auto enclosure = std::make_shared<Enclosure>(
        permissions, workspace, temporary_directory(temporary, workspace), Level::none);
    enclosure->enter_tool();
    return {std::move(enclosure), {}};
}

}

Enclosed enclose(const Permissions& permissions, const Workspace& workspace,
    const std::string& temporary, std::optional<Required> required)
{
    if (permissions.policy == Policy::unrestricted) {
        if (required)
            throw ToolError(Code::sandbox_unavailable,
                "the sandbox can't be had: --policy=unrestricted is none, and --require asks for "
                "one",
                "leave out one of the two flags");
        return without_rings(permissions, workspace, temporary);
    }
    try {
        return with_namespaces(permissions, workspace, temporary);
    } catch (ToolError& error) {
        if (error.code != Code::sandbox_unavailable)
            throw;
        if (required == Required::namespaces) {
            error.hint = toolkit::sandbox::landlock::abi() > 0
                ? "the operator can accept less by --require=landlock"
                : no_sandbox;
            throw;
        }
    }
    try {
        return with_landlock(permissions, workspace, temporary);
    } catch (ToolError& error) {
        if (error.code == Code::sandbox_unavailable)
            error.hint = no_sandbox;
        throw;
    }
}

}
