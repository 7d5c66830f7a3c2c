#include "agent/channel/codec.hpp"
#include "frontends/workflow/step_result.hpp"
#include "frontends/workflow/workers.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"

#include <array>
#include <limits>

namespace frontends::workflow {

static constexpr std::size_t max_values = std::size_t {1} << 30;

static ToolError lost_link() { return {Code::io_error, "a worker of the run is gone"}; }

void WorkerLink::send(const Json& message) const
{
    const std::string line = message.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    if (system::write_all(socket.descriptor(), line, [] { return false; }) != 0)
        throw lost_link();
}

bool WorkerLink::receive()
{
    return lines.receive_all(socket.descriptor()) != io::LineReader::Arrival::end;
}

std::optional<Json> WorkerLink::next()
{
    if (lines.empty())
        return std::nullopt;
    return json::parse_json(lines.take().text,
        {.max_depth = agent::channel::max_depth_of_messages,
            .max_values = max_values,
            .max_comparisons = std::numeric_limits<std::size_t>::max()});
}

Json WorkerLink::ask(const Json& message, system::Cancel& cancel)
{
    send(message);
    for (;;) {
        if (auto answer = next()) {
            if (const Json& error = json::member(*answer, "error"); error.is_object())
                throw ToolError(*step_result_of({{"status", "failed"}, {"error", error}}).error);
            return *std::move(answer);
        }
        system::Watch watch;
        watch.readable(socket.descriptor());
        watch.readable(cancel.descriptor());
        watch.wait();
        cancel.check();
        if (!receive())
            throw lost_link();
    }
}

}
