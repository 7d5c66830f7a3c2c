#include "frontends/mcp/toolbelt_calls.hpp"

#include "agent/calls/prepared_call.hpp"
#include "frontends/mcp/client_form.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace frontends::mcp {

namespace protocol = toolkit::mcp;
using namespace std::chrono_literals;

ToolbeltCalls::ToolbeltCalls(
    const calls::CallDependencies& by, CallClients& clients, Setting setting, Deliver deliver)
    : by(by)
    , clients(clients)
    , setting(std::move(setting))
    , deliver(std::move(deliver))
    , batch(by, 0,
          [this](std::size_t index, const calls::ToolAnswer& result) { answer(index, result); })
{
}

bool ToolbeltCalls::is_known(std::uint64_t scope, std::string_view id) const
{
    return std::any_of(under_way.begin(), under_way.end(), [&](const auto& call) {
        return call.second.client.scope == scope && call.second.client.id == id;
    });
}

void ToolbeltCalls::refuse_beyond_limits(const ClientCall& call) const
{
    constexpr std::size_t max_waiting = 1024;
    constexpr std::size_t max_waiting_bytes = 64 << 20;
    std::size_t waiting = 0;
    std::size_t bytes = 0;
    for (const auto& [index, other] : under_way)
        if (!other.is_running) {
            ++waiting;
            bytes += other.client.bytes;
        }
    if (waiting >= max_waiting || (waiting > 0 && bytes + call.bytes > max_waiting_bytes))
        throw protocol::Malformed {protocol::internal_error, "too many calls wait"};
}

// Different clients may use equal ids.
static std::string batch_id(std::size_t index) { return std::to_string(index); }

// The audit trail records the end of the previous offer.
void ToolbeltCalls::offer(const std::string& hash)
{
    setting.offered_hash = hash;
    if (!has_begun)
        return;
    by.audit.end({"reloaded", 0, 0, ""});
    by.audit.begin(hash);
}

bool ToolbeltCalls::uses(const calls::ToolSource& source) const
{
    return std::any_of(under_way.begin(), under_way.end(),
        [&](const auto& call) { return call.second.source == &source; });
}

void ToolbeltCalls::begin_trail()
{
    if (!has_begun)
        by.audit.begin(setting.offered_hash);
    has_begun = true;
    by.audit.check();
}

bool ToolbeltCalls::is_beyond_count() const
{
    return setting.max_calls > 0 && made > static_cast<std::size_t>(setting.max_calls);
}

ToolError ToolbeltCalls::refused_by_count(const std::string& name) const
{
    return {Code::permission_denied,
        text::in_quotes(name) + " was not run: this server makes no more than "
            + std::to_string(setting.max_calls) + " calls",
        "finish without tools; the operator can allow more by --max-tool-calls"};
}

void ToolbeltCalls::count_request(const std::string& method)
{
    begin_trail();
    ++made;
    if (is_beyond_count())
        throw refused_by_count(method);
}

void ToolbeltCalls::begin(ClientCall call, calls::ToolSource& source,
    const calls::OfferedTool& tool, const Json& arguments)
{
    refuse_beyond_limits(call);
    const std::size_t index = count;
    calls::PreparedCall prepared
        = calls::prepared_call({batch_id(index), tool.name, arguments.dump()}, {&source});
    const calls::OfferedTool& called = prepared.tool != nullptr ? *prepared.tool : tool;
    const bool may_be_asked
        = by.hooks != nullptr || called.needs_approval || by.approval.asks_about(prepared);
    if (call.request_state && !may_be_asked)
        throw protocol::Malformed {protocol::invalid_params,
            "params.requestState is not that of an open question about this call"};
    ++count;
    ++made;
    if (is_beyond_count())
        prepared.obstacle = refused_by_count(tool.name);
    prepared.via = call.via;
    prepared.sender = call.scope;
    if (call.finished)
        prepared.arguments.limits_answer = false;
    keep_to_roots(prepared, call);
    call.is_structured = !called.answer_schema.is_null();
    prepared.is_answered_immediately = true;
    prepared.begins = [this, index] { begun(index); };
    prepared.progresses
        = [this, index](const calls::CallProgress& progress) { pass_progress(index, progress); };
    under_way[index] = {std::move(call), &source, called.name, tool.name,
        system::sha256(arguments.dump()), prepared.repairs, source.timeout_of(called)};
    clients.add(index, under_way[index].client);
    begin_trail();
    batch.add(std::move(prepared));
}

static bool hears(const ClientCall& client, LogLevel level)
{
    const ClientState* const state = client.state.get();
    return state != nullptr && state->log_level && level >= *state->log_level;
}

void ToolbeltCalls::begun(std::size_t index)
{
    Call& call = under_way.at(index);
    call.is_running = true;
    call.begun = Clock::now();
    call.next_progress = call.begun + protocol::first_progress;
    if (!hears(call.client, LogLevel::notice))
        return;
    log(call.client, LogLevel::info, {{"event", "begin"}, {"tool", call.tool}});
    if (!call.repairs.empty())
        log(call.client, LogLevel::notice,
            {{"event", "repaired"}, {"tool", call.tool}, {"repairs", call.repairs}});
}

// Sends log messages of the levels that the client wants, in the stream of the call.
void ToolbeltCalls::log(const ClientCall& client, LogLevel level, const Json& data) const
{
    if (hears(client, level))
        deliver(
            {client.address, Reply::Kind::note, log_line(level, by.redaction.redact_json(data))});
}

void ToolbeltCalls::log_end(const Call& call, const calls::ToolAnswer& answer, bool is_cut) const
{
    if (!hears(call.client, LogLevel::notice))
        return;
    if (is_cut)
        log(call.client, LogLevel::notice, {{"event", "cut"}, {"tool", call.tool}});
    Json data {{"event", "end"}, {"tool", call.tool}};
    if (!answer.failure.empty())
        data["failure"] = answer.failure;
    if (call.is_running)
        data["ms"]
            = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - call.begun)
                  .count();
    log(call.client, LogLevel::info, data);
}

// The approver requests the roots of a client before its first call.
void ToolbeltCalls::keep_to_roots(calls::PreparedCall& call, const ClientCall& client) const
{
    if (!setting.keeps_to_roots || !client.state || !client.state->has_roots)
        return;
    call.arguments.part = client.state->part;
    call.needs_approval = !client.state->knows_part;
}

void ToolbeltCalls::answer(std::size_t index, const calls::ToolAnswer& answer)
{
    const auto call = under_way.extract(index);
    if (call.empty())
        return;
    const auto asked = std::find_if(
        parked.begin(), parked.end(), [&](const auto& one) { return one.second == index; });
    const std::string state = asked == parked.end() ? "" : parked.extract(asked).key();
    const ClientCall& client = call.mapped().client;
    const auto instead = clients.take_answer(index);
    clients.remove(index);
    if (instead)
        --made;
    if (client.finished) {
        if (call.mapped().is_cancelled)
            return;
        log_end(call.mapped(), answer, false);
        return client.finished(answer, instead);
    }
    if (client.is_parked && !instead && !call.mapped().is_cancelled)
        keep_missed(state, {asked_call(call.mapped()), answer, client.is_structured, {}});
    if (client.is_parked)
        return;
    if (call.mapped().is_cancelled)
        return deliver({client.address, Reply::Kind::none});
    if (instead)
        return deliver({client.address, Reply::Kind::answer, instead->line, instead->error});
    std::string line
        = call_answer_line(setting.form, {client.id, client.era, client.is_structured}, answer);
    log_end(call.mapped(), answer, call.mapped().is_running && answer.truncated);
    deliver({client.address, Reply::Kind::answer, std::move(line)});
}

AskedCall ToolbeltCalls::asked_call(const Call& call) const
{
    return {call.asked_as, call.arguments_hash, call.client.principal, ""};
}

// Ends the client's request with the question: nothing can be sent to the client until it calls
// again.
void ToolbeltCalls::ask_clients()
{
    for (auto& [index, inputs] : clients.take_parked()) {
        const auto found = under_way.find(index);
        if (found == under_way.end() || found->second.is_cancelled)
            continue;
        ClientCall& client = found->second.client;
        const std::string state = states.issue(asked_call(found->second));
        const Json result = input_required(std::move(inputs), state);
        deliver({client.address, Reply::Kind::answer, protocol::result_line(client.id, result)});
        parked[state] = index;
        client.is_parked = true;
        client.address = 0;
        client.id.clear();
        client.progress_token.clear();
    }
}

void ToolbeltCalls::drop_missed()
{
    const auto now = Clock::now();
    std::erase_if(missed, [&](const auto& one) { return one.second.end <= now; });
}

void ToolbeltCalls::keep_missed(const std::string& state, Missed ended)
{
    constexpr std::size_t max_missed = 16;
    constexpr auto kept_for = 10min; // lifetime of a state
    if (missed.size() >= max_missed)
        missed.erase(std::min_element(missed.begin(), missed.end(),
            [](const auto& one, const auto& other) { return one.second.end < other.second.end; }));
    ended.end = Clock::now() + kept_for;
    missed.insert_or_assign(state, std::move(ended));
}

bool ToolbeltCalls::answer_missed(const ClientCall& call, const AskedCall& asked)
{
    const auto found = missed.find(*call.request_state);
    if (found == missed.end()
        || states.take(*call.request_state, asked) != RequestStates::Verdict::valid)
        return false;
    const Missed ended = std::move(missed.extract(found).mapped());
    deliver({call.address, Reply::Kind::answer,
        call_answer_line(setting.form, {call.id, call.era, ended.is_structured}, ended.answer)});
    return true;
}

bool ToolbeltCalls::resume(const ClientCall& call, const std::string& tool, const Json& arguments)
{
    const auto found = parked.find(*call.request_state);
    const auto waiting = found == parked.end() ? under_way.end() : under_way.find(found->second);
    const AskedCall asked {tool, system::sha256(arguments.dump()), call.principal, ""};
    if (waiting == under_way.end())
        return answer_missed(call, asked);
    if (states.take(*call.request_state, asked) != RequestStates::Verdict::valid)
        return false;
    parked.erase(found);
    ClientCall& client = waiting->second.client;
    const bool is_structured = client.is_structured;
    client = call;
    client.is_structured = is_structured;
    return true;
}

void ToolbeltCalls::cancel_if(const std::function<bool(const ClientCall&)>& is_meant)
{
    for (auto& [index, call] : under_way)
        if (is_meant(call.client))
            call.is_cancelled = batch.cancel(batch_id(index));
}

void ToolbeltCalls::report_progress(Call& call) const
{
    if (!wants_progress(call) || call.passes_progress || Clock::now() < call.next_progress)
        return;
    const auto seconds
        = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - call.begun).count();
    report_seconds(call, call.tool + ": " + std::to_string(seconds) + " s");
}

bool ToolbeltCalls::wants_progress(const Call& call) const
{
    return call.is_running && !call.is_cancelled && !call.client.progress_token.empty();
}

// Each report must be greater than the previous one.
void ToolbeltCalls::report_seconds(Call& call, const std::string& message) const
{
    const double exact = std::chrono::duration<double>(Clock::now() - call.begun).count();
    double seconds = std::floor(exact);
    if (call.last_progress && seconds <= *call.last_progress)
        seconds = exact;
    call.last_progress = seconds;
    call.next_progress = Clock::now() + protocol::next_progress;
    std::optional<double> total;
    if (call.timeout > 0ms)
        total = std::chrono::duration<double>(call.timeout).count();
    deliver({call.client.address, Reply::Kind::note,
        protocol::progress_line(call.client.progress_token, seconds, total, message)});
}

// Passes on the progress that the server reports, unless seconds were reported before.
void ToolbeltCalls::pass_progress(std::size_t index, const calls::CallProgress& progress)
{
    const auto found = under_way.find(index);
    if (found == under_way.end() || !wants_progress(found->second))
        return;
    Call& call = found->second;
    if (!call.last_progress)
        call.passes_progress = true;
    if (!call.passes_progress)
        return report_seconds(
            call, call.tool + (progress.message.empty() ? "" : ": " + progress.message));
    if (call.last_progress && progress.done <= *call.last_progress)
        return;
    call.last_progress = progress.done;
    const std::string message = setting.form.redaction == nullptr
        ? progress.message
        : setting.form.redaction->redact(progress.message);
    deliver({call.client.address, Reply::Kind::note,
        protocol::progress_line(
            call.client.progress_token, progress.done, progress.total, message)});
}

void ToolbeltCalls::watch(system::Watch& watch) const
{
    batch.watch(watch);
    upkeep.watch(watch);
    if (clients.has_parked())
        watch.until(Clock::now());
    for (const auto& [index, call] : under_way)
        if (wants_progress(call) && !call.passes_progress)
            watch.until(call.next_progress);
    for (const auto& [state, one] : missed)
        watch.until(one.end);
}

void ToolbeltCalls::step()
{
    batch.step();
    upkeep.step();
    ask_clients();
    drop_missed();
    for (auto& [index, call] : under_way)
        report_progress(call);
}

void ToolbeltCalls::fail(const ToolError& why)
{
    batch.abandon(why.message);
    while (!under_way.empty())
        answer(under_way.begin()->first, calls::failed(why));
}

void ToolbeltCalls::end(const std::string& why)
{
    for (auto& [index, call] : under_way)
        call.is_cancelled = true;
    try {
        batch.cancel_all();
        while (!batch.is_done()) {
            system::Watch watch;
            batch.watch(watch);
            watch.wait();
            batch.step();
        }
    } catch (const std::exception&) { // the rest is ended by what follows
    }
    batch.abandon(why);
    for (const auto& [index, call] : under_way)
        clients.remove(index);
    under_way.clear();
}

}
