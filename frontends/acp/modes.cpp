#include "frontends/acp/modes.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace frontends::acp {

using channel::Approve;

Modes::Modes(Approve approve)
    : limit(approve)
    , mode(approve == Approve::never ? "auto" : "ask")
{
}

Json Modes::available() const
{
    const bool asks_always = limit == Approve::always;
    Json list {{{"id", "read"}, {"name", "Read"},
                   {"description", "Only tools that change no files and run no programs"}},
        {{"id", "ask"}, {"name", "Ask"},
            {"description",
                asks_always ? "Each call is asked about"
                            : "Calls that change files or run programs are asked about"}}};
    if (limit == Approve::never)
        list.push_back(
            {{"id", "auto"}, {"name", "Auto"}, {"description", "No call is asked about"}});
    return list;
}

void Modes::choose(const std::string& wanted)
{
    const Json list = available();
    if (std::none_of(
            list.begin(), list.end(), [&](const Json& one) { return one["id"] == wanted; }))
        throw ToolError(Code::bad_request, "there is no mode " + text::in_quotes(wanted),
            limit == Approve::never
                ? "the modes are read, ask and auto"
                : "the modes are read and ask; auto needs 'agentcli acp --approve "
                  "never'");
    mode = wanted;
}

Approve Modes::approve() const
{
    return limit == Approve::never && mode != "auto" ? Approve::changes : limit;
}

Json Modes::state() const { return {{"currentModeId", mode}, {"availableModes", available()}}; }

Json Modes::options() const
{
    Json values = Json::array();
    for (const auto& one : available())
        values.push_back(
            {{"value", one["id"]}, {"name", one["name"]}, {"description", one["description"]}});
    return Json::array({Json {{"id", "mode"}, {"name", "Mode"}, {"category", "mode"},
        {"type", "select"}, {"currentValue", mode}, {"options", std::move(values)}}});
}

}
