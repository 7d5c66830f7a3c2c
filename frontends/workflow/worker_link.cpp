#include "frontends/workflow/step_result.hpp"
#include "frontends/workflow/workers.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace frontends::workflow {

static constexpr std::size_t max_values = std::size_t {1} << 30;

static ToolError lost_link() { return {Code::io_error, "a worker of the run is gone"}; }

void WorkerLink::send(const Json& message) const
{
    const std::string line = message.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    std::string_view rest = line;
    while (!rest.empty()) {
        const ssize_t put = ::send(socket.descriptor(), rest.data(), rest.size(), MSG_NOSIGNAL);
        if (put < 0 && errno != EINTR)
            throw lost_link();
        rest.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(put, 0)));
    }
}

bool WorkerLink::receive()
{
    std::array<char, 1 << 16> piece {};
    for (;;) {
        const ssize_t count = recv(socket.descriptor(), piece.data(), piece.size(), MSG_DONTWAIT);
        if (count > 0)
            buffer.append(piece.data(), static_cast<std::size_t>(count));
        else if (count == 0 || (errno != EINTR && errno != EAGAIN))
            return false;
        else if (errno == EAGAIN)
            return true;
    }
}

std::optional<Json> WorkerLink::next()
{
    const auto end = buffer.find('\n', looked_at);
    looked_at = end == std::string::npos ? buffer.size() : 0;
    if (end == std::string::npos)
        return std::nullopt;
    const std::string line = buffer.substr(0, end);
    buffer.erase(0, end + 1);
    return json::parse_json(line, {.max_values = max_values});
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
        std::array<pollfd, 2> events {
            {{socket.descriptor(), POLLIN, 0}, {cancel.descriptor(), POLLIN, 0}}};
        poll(events.data(), events.size(), -1);
        cancel.check();
        if (!receive())
            throw lost_link();
    }
}

}
