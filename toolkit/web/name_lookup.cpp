#include "toolkit/web/name_lookup.hpp"

#include "toolkit/system/error.hpp"

#include <boost/asio/error.hpp>

#include <netdb.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <thread>
#include <utility>

namespace toolkit::web {

namespace asio = boost::asio;

static boost::system::error_code error_of_lookup(int result)
{
    switch (result) {
    case EAI_AGAIN: return asio::error::host_not_found_try_again;
    case EAI_FAIL: return asio::error::no_recovery;
    case EAI_MEMORY: return asio::error::no_memory;
    case EAI_SYSTEM: return {errno, boost::system::system_category()};
    default: return asio::error::host_not_found;
    }
}

void NameLookup::look(const std::string& host, const std::string& port, Found& found)
{
    addrinfo wanted {};
    wanted.ai_socktype = SOCK_STREAM;
    wanted.ai_flags = AI_NUMERICSERV | AI_ADDRCONFIG;
    addrinfo* first = nullptr;
    if (const int result = getaddrinfo(host.c_str(), port.c_str(), &wanted, &first); result != 0)
        found.error = error_of_lookup(result);
    for (const addrinfo* one = first; one != nullptr; one = one->ai_next) {
        Address address;
        if (one->ai_addrlen > address.capacity())
            continue;
        address.resize(one->ai_addrlen);
        std::memcpy(address.data(), one->ai_addr, one->ai_addrlen);
        found.addresses.push_back(address);
    }
    if (first != nullptr)
        freeaddrinfo(first);
    if (found.addresses.empty() && !found.error)
        found.error = asio::error::host_not_found;
    found.is_over = true;
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t put = write(found.ended.descriptor(), &one, sizeof one);
}

NameLookup::NameLookup(const std::string& host, const std::string& port)
    : found(std::make_shared<Found>())
{
    found->ended = File(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!found->ended)
        throw system::system_error("cannot look up a name", errno);
    try {
        std::thread([host, port, found = found] { look(host, port, *found); }).detach();
    } catch (const std::system_error& error) {
        throw system::system_error("cannot look up a name", error.code().value());
    }
}

}
