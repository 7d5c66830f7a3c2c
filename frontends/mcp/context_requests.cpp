#include "frontends/mcp/context_requests.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace frontends::mcp {

namespace protocol = toolkit::mcp;

static constexpr std::size_t context_page = 100; // items

void ContextProvider::subscribe(const std::string& uri, const ClientCall& client)
{
    throw protocol::unknown_resource(uri, client.era);
}

namespace {

struct ContextMethod {
    std::string_view name;
    bool (ContextProvider::*answers)() const; // null: completions
    std::string_view list_member = {}; // empty: the result is not a list
};

constexpr ContextMethod context_methods[] = {
    {"prompts/list", &ContextProvider::has_prompts, "prompts"},
    {"prompts/get", &ContextProvider::has_prompts},
    {"resources/list", &ContextProvider::has_resources, "resources"},
    {"resources/templates/list", &ContextProvider::has_resources, "resourceTemplates"},
    {"resources/read", &ContextProvider::has_resources},
    {"completion/complete", nullptr},
};

bool answers(const ContextProvider& provider, const ContextMethod& method)
{
    if (method.answers != nullptr)
        return (provider.*method.answers)();
    return provider.has_prompts() || provider.has_resources();
}

std::string required_text(const Json& params, const char* name)
{
    const Json& value = json::member(params, name);
    if (!value.is_string())
        throw protocol::Malformed {
            protocol::invalid_params, text::in_quotes(name) + " is missing or not a string"};
    return value.get<std::string>();
}

// A cursor is the number of items on the pages before it.
std::size_t offset_of_cursor(const Json& params)
{
    const Json& cursor = json::member(params, "cursor");
    if (cursor.is_null())
        return 0;
    std::size_t offset = 0;
    const std::string text = cursor.is_string() ? cursor.get<std::string>() : "";
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), offset);
    if (text.empty() || error != std::errc() || end != text.data() + text.size() || offset == 0)
        throw protocol::Malformed {
            protocol::invalid_params, "params.cursor is not a nextCursor of this list"};
    return offset;
}

}

bool ContextRequests::has_prompts() const
{
    return std::any_of(providers.begin(), providers.end(),
        [](const ContextProvider* provider) { return provider->has_prompts(); });
}

bool ContextRequests::has_resources() const
{
    return std::any_of(providers.begin(), providers.end(),
        [](const ContextProvider* provider) { return provider->has_resources(); });
}

ContextProvider* ContextRequests::owner_of(const std::string& uri) const
{
    for (ContextProvider* const provider : providers)
        if (provider->has_resources() && provider->owns_uri(uri))
            return provider;
    return nullptr;
}

bool ContextRequests::take(std::string_view method, const Json& params, const ClientCall& client)
{
    const auto* const found = std::find_if(std::begin(context_methods), std::end(context_methods),
        [&](const ContextMethod& known) { return known.name == method; });
    if (found == std::end(context_methods))
        return false;
    Pending request {client, std::string(found->list_member)};
    for (ContextProvider* const provider : providers)
        if (answers(*provider, *found))
            request.asked.push_back(provider);
    if (request.asked.empty())
        return false;
    if (client.era == protocol::Era::modern)
        protocol::check_version(params);
    if (found->list_member.empty())
        request.asked = {&provider_of(method, params, client.era)};
    else
        request.first = offset_of_cursor(params);
    begin(std::move(request), method, params);
    return true;
}

ContextProvider& ContextRequests::provider_of(
    std::string_view method, const Json& params, protocol::Era era) const
{
    if (method == "completion/complete")
        return provider_of_reference(params, era);
    if (method == "resources/read") {
        const std::string uri = required_text(params, "uri");
        if (ContextProvider* const owner = owner_of(uri))
            return *owner;
        throw protocol::unknown_resource(uri, era);
    }
    const std::string name = required_text(params, "name");
    const Json& arguments = json::member(params, "arguments");
    if (!arguments.is_null() && !arguments.is_object())
        throw protocol::Malformed {protocol::invalid_params, "params.arguments is not an object"};
    for (ContextProvider* const provider : providers)
        if (provider->has_prompts() && provider->owns_prompt(name))
            return *provider;
    throw protocol::Malformed {protocol::invalid_params, "unknown prompt " + text::in_quotes(name)};
}

ContextProvider& ContextRequests::provider_of_reference(const Json& params, protocol::Era era) const
{
    const Json& argument = json::member(params, "argument");
    required_text(argument, "name");
    required_text(argument, "value");
    const Json& reference = json::member(params, "ref");
    const std::string type = json::string_member(reference, "type");
    if (type == "ref/prompt")
        return provider_of("prompts/get", reference, era);
    if (type == "ref/resource")
        return provider_of("resources/read", reference, era);
    throw protocol::Malformed {
        protocol::invalid_params, "params.ref.type is neither ref/prompt nor ref/resource"};
}

void ContextRequests::begin(Pending request, std::string_view method, const Json& params)
{
    constexpr std::size_t max_pending = 1024;
    constexpr std::size_t max_pending_bytes = 64 << 20;
    std::size_t bytes = request.client.bytes;
    for (const auto& [number, other] : pending)
        bytes += other.client.bytes;
    if (pending.size() >= max_pending || (!pending.empty() && bytes > max_pending_bytes))
        throw protocol::Malformed {protocol::internal_error, "too many requests wait"};
    const std::uint64_t number = ++count;
    const ClientCall client = request.client;
    const std::vector<ContextProvider*> asked = request.asked;
    pending.emplace(number, std::move(request));
    for (std::size_t index = 0; index < asked.size() && pending.contains(number); ++index) {
        try {
            asked[index]->begin(
                {number, std::string(method), params.is_object() ? params : Json::object(), client},
                [this, number, index](
                    ContextOutcome outcome) { take_outcome(number, index, std::move(outcome)); });
        } catch (const protocol::Malformed& error) {
            take_outcome(number, index, {{}, error});
        }
    }
}

void ContextRequests::take_outcome(std::uint64_t number, std::size_t index, ContextOutcome outcome)
{
    const auto found = pending.find(number);
    if (found == pending.end())
        return;
    Pending& request = found->second;
    if (outcome.instead) {
        const Pending ended = std::move(pending.extract(found).mapped());
        for (ContextProvider* const provider : ended.asked)
            provider->cancel(number);
        return deliver({ended.client.address, Reply::Kind::answer, std::move(outcome.instead->line),
            outcome.instead->error});
    }
    request.results[index] = outcome.error ? Json() : std::move(outcome.result);
    if (outcome.error && !request.error)
        request.error = std::move(outcome.error);
    if (request.results.size() < request.asked.size())
        return;
    const bool has_failed = std::all_of(request.results.begin(), request.results.end(),
        [](const auto& result) { return result.second.is_null(); });
    if (!request.error || !has_failed)
        return finish(number);
    const Pending failed = std::move(pending.extract(found).mapped());
    refuse(failed.client, *failed.error);
}

// Names and URIs are not redacted, since clients send them back.
static Json redacted_item(const Json& item, const redaction::Redaction* redaction)
{
    if (redaction == nullptr)
        return item;
    Json redacted = redaction->redact_json(item);
    for (const char* const key : {"name", "uri", "uriTemplate"})
        if (item.contains(key))
            redacted[key] = item.at(key);
    return redacted;
}

Json ContextRequests::page_of(const Pending& request) const
{
    Json items = Json::array();
    std::size_t total = 0;
    for (const auto& [index, result] : request.results)
        for (const Json& item : json::member(result, request.member.c_str())) {
            if (total >= request.first && items.size() < context_page)
                items.push_back(redacted_item(item, form.redaction));
            ++total;
        }
    Json page {{request.member, std::move(items)}};
    if (request.first < total && total - request.first > context_page)
        page["nextCursor"] = std::to_string(request.first + context_page);
    return page;
}

// Returns the shortest time for which one of the results may be kept.
static std::chrono::milliseconds time_to_keep(const std::map<std::size_t, Json>& results)
{
    std::int64_t time = std::chrono::milliseconds(std::chrono::hours(1)).count();
    for (const auto& [index, result] : results) {
        const Json& stated = json::member(result, "ttlMs");
        time = std::min(time, stated.is_number_integer() ? stated.get<std::int64_t>() : 0);
    }
    return std::chrono::milliseconds(std::max<std::int64_t>(time, 0));
}

void ContextRequests::finish(std::uint64_t number)
{
    Pending request = std::move(pending.extract(number).mapped());
    const bool is_list = !request.member.empty();
    const auto time = time_to_keep(request.results);
    Json result = is_list ? page_of(request) : std::move(request.results.begin()->second);
    if (!is_list && form.redaction != nullptr)
        result = form.redaction->redact_json(result);
    const bool is_cached = is_list || result.contains("contents");
    if (request.client.era == protocol::Era::modern && is_cached)
        protocol::add_caching(result, time);
    else
        result.erase("ttlMs");
    answer(request.client, std::move(result));
}

void ContextRequests::answer(const ClientCall& client, Json result)
{
    protocol::finish_result(result, client.era, form.introduction);
    deliver({client.address, Reply::Kind::answer, protocol::result_line(client.id, result)});
}

void ContextRequests::refuse(const ClientCall& client, const protocol::Malformed& error)
{
    deliver(
        {client.address, Reply::Kind::answer, protocol::error_line(client.id, error), error.code});
}

bool ContextRequests::is_known(std::uint64_t scope, std::string_view id) const
{
    return std::any_of(pending.begin(), pending.end(), [&](const auto& one) {
        return one.second.client.scope == scope && one.second.client.id == id;
    });
}

void ContextRequests::cancel_if(const std::function<bool(const ClientCall&)>& is_meant)
{
    for (auto at = pending.begin(); at != pending.end();) {
        if (!is_meant(at->second.client)) {
            ++at;
            continue;
        }
        for (ContextProvider* const provider : at->second.asked)
            provider->cancel(at->first);
        const std::uint64_t address = at->second.client.address;
        at = pending.erase(at);
        deliver({address, Reply::Kind::none});
    }
}

void ContextRequests::watch(system::Watch& watch) const
{
    for (const ContextProvider* const provider : providers)
        provider->watch(watch);
}

void ContextRequests::step()
{
    for (ContextProvider* const provider : providers)
        provider->step();
}

}
