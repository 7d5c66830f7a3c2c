#include "agent/mcp/pin_store.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <utility>

namespace agent::mcp {

using namespace toolkit;

static constexpr std::size_t max_pins = 16 << 20;
static const char* const pins_directory = "mcp";

static std::string name_of_pins(const std::string& hash)
{
    if (hash.empty() || text::name_length(hash, "") != hash.size())
        throw ToolError(Code::internal, "the hash of a server's entry is none");
    return hash + ".json";
}

PinStore::PinStore(std::string state_directory)
    : state_directory(std::move(state_directory))
{
}

system::PrivateDirectory PinStore::find_directory() const
{
    auto state = system::PrivateDirectory::find(state_directory);
    return state ? state.find_in(pins_directory) : std::move(state);
}

system::PrivateDirectory PinStore::make_directory() const
{
    if (state_directory.empty())
        throw ToolError(Code::bad_request,
            "there is no place to keep the definitions of MCP servers: neither XDG_STATE_HOME nor "
            "HOME is set");
    return system::PrivateDirectory::make(state_directory).make_in(pins_directory);
}

static std::optional<Pins> pins_there(
    const system::PrivateDirectory& directory, const std::string& name, const std::string& path)
{
    const auto text = directory.read(name, max_pins);
    if (!text)
        return {};
    try {
        return pins_in(*text);
    } catch (const ToolError& error) {
        throw ToolError(Code::bad_request,
            "the pinned definitions in " + text::in_quotes(path)
                + " cannot be used: " + error.message,
            "'agentcli mcp forget SERVER' removes them; the next list is pinned then");
    }
}

std::optional<Pins> PinStore::find(const std::string& hash) const
{
    const std::string name = name_of_pins(hash);
    const auto directory = find_directory();
    if (!directory)
        return {};
    return pins_there(directory, name, state_directory + "/" + pins_directory + "/" + name);
}

static void write_pins(
    const system::PrivateDirectory& directory, const std::string& name, const Pins& pins)
{
    const std::string text = text_of(pins);
    if (text.size() > max_pins)
        throw ToolError(Code::too_large,
            "the definitions of the MCP server " + text::in_quotes(pins.server)
                + " have more than 16 MiB: they are not pinned");
    directory.write(name, text);
}

Pins PinStore::keep_first(const std::string& hash, const Pins& pins) const
{
    const std::string name = name_of_pins(hash);
    const auto directory = make_directory();
    const File lock = directory.lock();
    if (auto there
        = pins_there(directory, name, state_directory + "/" + pins_directory + "/" + name))
        return *std::move(there);
    write_pins(directory, name, pins);
    return pins;
}

void PinStore::keep(const std::string& hash, const Pins& pins) const
{
    const std::string name = name_of_pins(hash);
    const auto directory = make_directory();
    const File lock = directory.lock();
    write_pins(directory, name, pins);
}

bool PinStore::forget(const std::string& hash) const
{
    const std::string name = name_of_pins(hash);
    const auto directory = find_directory();
    if (!directory)
        return false;
    const File lock = directory.lock();
    return directory.remove(name);
}

}
