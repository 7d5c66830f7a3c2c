#include "frontends/workflow/foreach_results.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/system/hash.hpp"

#include <utility>

namespace frontends::workflow {

static constexpr std::size_t max_collected = 16 << 20;

std::string digest_of_keys(const std::vector<std::string>& keys)
{
    std::string text;
    for (const auto& key : keys)
        text += std::to_string(key.size()) + "\n" + key;
    return system::sha256(text);
}

// True if the items share a session: each then continues the conversation of those before it.
static bool has_session(const Block& fields)
{
    bool has_some = false;
    for_each_step(fields.steps("steps"), [&](const Step& step) {
        has_some |= step.kind == Kind::llm && step.own().find("session") != nullptr;
    });
    return has_some;
}

bool ForeachResults::is_of_shard(std::size_t index) const
{
    return !of.shard || index % of.shard->count == of.shard->number;
}

ForeachResults::ForeachResults(StepLog& log, const Of& of)
    : of(of)
    , max_failed(static_cast<std::size_t>(of.fields.count("max_failed", 0)))
    , collects(of.fields.is_set("collect", true))
    , are_kept(of.keys.size())
{
    std::size_t items = 0;
    for (std::size_t index = 0; index < of.keys.size(); ++index)
        items += is_of_shard(index) ? 1 : 0;
    output = {{"count", items}, {"ok", 0}, {"failed", 0}, {"skipped", 0}};
    if (!log.is_kept())
        return;
    const std::string digest = digest_of_keys(of.keys);
    const bool are_as_before = log.knows_items(of.path, digest);
    const bool may_keep
        = log.note_items(of.path, digest) && (are_as_before || !has_session(of.fields));
    for (std::size_t index = 0; may_keep && index < of.keys.size(); ++index)
        if (is_of_shard(index))
            open.emplace(of.keys[index], index);
    file = log.item_results(
        {of.path, of.shard}, [this](const ItemResult& item) { return keep(item); });
    open.clear();
}

// Any of several equal items is kept, preferably the one with the same index.
std::optional<std::uint64_t> ForeachResults::keep(const ItemResult& item)
{
    const auto [first, last] = open.equal_range(item.key);
    if (first == last)
        return std::nullopt;
    auto found = first;
    for (auto one = first; one != last; ++one)
        if (one->second == item.index)
            found = one;
    const std::size_t index = found->second;
    open.erase(found);
    are_kept[index] = true;
    count({{"index", index}, {"key", item.key}, {"status", item.status}, {"output", item.output}});
    return index;
}

std::vector<std::size_t> ForeachResults::missing() const
{
    std::vector<std::size_t> indices;
    for (std::size_t index = 0; index < are_kept.size(); ++index)
        if (!are_kept[index] && is_of_shard(index))
            indices.push_back(index);
    return indices;
}

void ForeachResults::count(const Json& line)
{
    const std::string status = json::string_member(line, "status");
    const char* const name = status == "ok" ? "ok" : status == "skipped" ? "skipped" : "failed";
    output[name] = output.at(name).get<std::size_t>() + 1;
    if (!collects)
        return;
    bytes += line.dump(-1, ' ', false, Json::error_handler_t::replace).size();
    if (bytes > max_collected)
        throw ToolError(Code::too_large, "the results of the items have more than 16 MiB",
            "collect: false leaves them out");
    lines[line.at("index").get<std::size_t>()] = line;
}

void ForeachResults::add(const Json& line)
{
    if (file)
        file->add({.index = line.at("index"),
            .key = json::string_member(line, "key"),
            .status = json::string_member(line, "status"),
            .output = json::member(line, "output"),
            .error = json::member(line, "error")});
    count(line);
}

bool ForeachResults::is_over() const
{
    return of.fields.is_set("stop_early") && output.at("failed").get<std::size_t>() > max_failed;
}

StepResult ForeachResults::end()
{
    if (file) {
        file->synchronise();
        output["resultsFile"] = file->path();
    }
    if (collects) {
        output["results"] = Json::array();
        for (auto& [index, line] : lines)
            output["results"].push_back(std::move(line));
    }
    StepResult result;
    if (const auto failed = output.at("failed").get<std::size_t>(); failed > max_failed)
        result = failed_step({Code::internal,
            std::to_string(failed) + " of " + output.at("count").dump() + " items have failed"});
    result.output = std::move(output);
    return result;
}

}
